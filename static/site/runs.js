/* A list with a search: its keys. What is searched for stands at the field. */

import { bind } from "./keys.js";

const field = document.getElementById("id_q");
bind([{ key: "/", says: field.labels[0].textContent.toLowerCase(), act: () => field.focus() }]);
