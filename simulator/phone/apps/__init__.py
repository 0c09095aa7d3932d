"""The apps on the phone. Each app is a package with these modules.

    app.py      the subclass of `App`, which declares the parts below; its methods are the tools, the events, and
                methods of `App` that it overrides, such as `landing` and `badge`
    records.py  the stored data as frozen structs; names of tables begin with the app's name
    actions.py  types of arguments and argument structs, lookups, and the writes that taps, tools and events share.
                Methods stay thin and call `actions.send(...)`
    screens.py  the screens and their taps
    views.py    the content of the screens: structs and the functions that fill them. Values that only the templates
                need are properties of the structs, or methods if they depend on the time or on typed text
                (`{% call row "due_time" picture.now as due %}`)
    seeds.py    the app's data in scenario files
    words.py    the app in words, for people and models: phrases, headlines, nouns, names, labels

`screens.py` and `views.py` are one module if both fit into 400 lines. A longer module is split by topic, and each part
is named after its topic (`threads.py`, `patterns.py`). A small app is a single module (`files.py`). The templates are
`templates/phone/<app>/<view_in_snake_case>.html`; a view without a template is shown by `phone/plain_view.html`.

The registry finds every package and module in this folder. An installed package adds an app through an entry point in
the group `pare.apps` that names the app's module or class; the app's templates are in `templates/` beside that module.
"""
