"""The apps on the phone, one room each: a package that holds everything that belongs to one app.

    app.py      the App subclass: declares the parts below; its methods are the tools, the environment events, and what
                the rest of the phone calls (landing, badge, readable, meddlings, alarms)
    records.py  the stored data as frozen structs; names of tables begin with the app's name
    actions.py  types of arguments and argument structs, finding, and the writes that taps, tools and events share.
                Methods stay thin and call `actions.send(...)`
    screens.py  the screens and their taps
    views.py    the content of the screens: structs, the functions that make them, and how they are drawn as properties,
                or as methods where it depends on the time or on typed text (`{% call row "due" picture.now as due %}`)
    seeds.py    the app's data in scenario files
    words.py    the app in words, for people and models: phrases, headlines, nouns, names, labels

`screens.py` and `views.py` are one module where both fit into 400 lines. A module that grows beyond that is split by
idea and named plainly (`threads.py`, `patterns.py`); a small app is a single module (`files.py`). The
templates are `templates/phone/<app>/<view_in_snake_case>.html`; a view without one is shown by `phone/plain_view.html`.

Every package or module here is found automatically. A package from elsewhere brings an app by an
entry point of the group `pare.apps` that names its module or its class; its templates lie in `templates/` beside that
module.
"""
