"""The apps on the phone, one room each: a package that holds everything there is to know about one app.

    app.py      the App subclass: declares the parts below; its tools and environment events are its methods, and so are
                its answers to the rest of the phone (landing, badge, readable, meddlings, alarms)
    records.py  what the phone keeps, as frozen structs; names of tables begin with the app's name
    actions.py  what is done: types of arguments and argument structs, finding, and the writes that taps, tools and
                events share. Methods stay thin and call `actions.send(...)`
    screens.py  the screens and their taps
    views.py    what the screens show: structs, the functions that make them, and how they are drawn as properties, or
                as methods where it depends on the time or on what was typed (`{% call row "due" picture.now as due %}`)
    seeds.py    how scenario files write the app's data
    words.py    how people and models are told of it: phrases, headlines, nouns, names, labels

A module over 400 lines is split by idea and named plainly (`checks.py`, `quotations.py`). The templates are
`templates/phone/<app>/<view_in_snake_case>.html`; a view without one is shown by `phone/plain_view.html`.

Every package here is found by itself, nothing else is edited. A package from elsewhere brings an app by an entry point
of the group `pare.apps` that names its module or its class; its templates lie in `templates/` beside that module.
"""
