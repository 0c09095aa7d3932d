/* The list of runs: its keys. */

import { bind } from "./keys.js";

bind([{ key: "/", says: "find a run", act: () => document.getElementById("id_q").focus() }]);
