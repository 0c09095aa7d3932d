/* The search key of a list. The label of the search field says what it finds. */

import { bind } from "./keys.js";

const field = document.getElementById("id_q");
bind([{ key: "/", says: field.labels[0].textContent.toLowerCase(), act: () => field.focus() }]);
