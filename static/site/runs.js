/* The key “/” of a list: it moves the focus to the search field. The list of keys explains it with the label of the field. */

import { bind } from "./keys.js";

const field = document.getElementById("id_q");
bind([{ key: "/", says: field.labels[0].textContent.toLowerCase(), act: () => field.focus() }]);
