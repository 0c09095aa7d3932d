"""Makes pseudonyms from words for plants, birds, stones and the like, which say nothing about the person."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from annotation.models import Invitation, Rater, Study

_PLANTS = """
Sorrel Yarrow Tansy Borage Chervil Lovage Fennel Anise Caraway Cumin Thyme Oregano Marjoram Tarragon Chicory Endive
Cress Rocket Radish Turnip Parsnip Celery Chard Spinach Leek Shallot Chive Garlic Pumpkin Squash Gherkin Artichoke
Asparagus Rhubarb Quinoa Barley Millet Oat Rye Spelt Buckwheat Lentil Chickpea Lupin Vetch Sainfoin Lucerne Teasel
Thistle Burdock Comfrey Nettle Dock Plantain Bracken Sedge Reed Bulrush Heath Gorse Broom Furze Bilberry Cranberry
Cloudberry Bramble Raspberry Elderberry Gooseberry Currant Medlar Quince Damson Greengage Apricot Peach Nectarine
Mulberry Fig Almond Pecan Walnut Chestnut Acorn Beech Birch Alder Aspen Poplar Larch Spruce Juniper Cypress Cedar
Sequoia Hemlock Hornbeam Elm Maple Sycamore Whitebeam Hawthorn Blackthorn Spindle Dogwood Elder Privet Boxwood
Bluebell Snowdrop Crocus Squill Hyacinth Tulip Daffodil Narcissus Anemone Buttercup Celandine Kingcup Campion Catchfly
Pimpernel Speedwell Toadflax Foxglove Mullein Larkspur Delphinium Columbine Gentian Harebell Cornflower Knapweed
Scabious Cowslip Oxlip Primrose Pansy Mallow Hollyhock Hibiscus Geranium Fuchsia Begonia Petunia Verbena Lavender
Hyssop Catmint Bergamot Camomile Arnica Aster Dahlia Zinnia Cosmos Gerbera Sunflower Lotus Papyrus Bamboo Mango Papaya
Kumquat Pomelo Tamarind Cardamom Turmeric Ginger Vanilla Nutmeg Mace Sesame Cotton Flax Hemp Jute Woad Madder Moss
Lichen Liverwort Horsetail Clubmoss Kelp Dulse Samphire Seagrass
"""
_BIRDS = """
Plover Dunlin Knot Sanderling Curlew Whimbrel Godwit Redshank Greenshank Sandpiper Snipe Woodcock Avocet Oystercatcher
Lapwing Dotterel Turnstone Phalarope Tern Kittiwake Skua Puffin Guillemot Razorbill Fulmar Petrel Shearwater Gannet
Cormorant Shag Heron Egret Bittern Stork Ibis Spoonbill Flamingo Crane Coot Moorhen Crake Grebe Diver Teal Wigeon
Pintail Shoveler Gadwall Pochard Eider Scoter Goldeneye Smew Goosander Shelduck Mallard Brant Swan Osprey Kite Harrier
Buzzard Kestrel Hobby Ptarmigan Grouse Partridge Quail Pheasant Dove Pigeon Cuckoo Nightjar Swift Kingfisher Hoopoe
Wryneck Woodpecker Skylark Woodlark Swallow Pipit Wagtail Dipper Dunnock Nightingale Redstart Wheatear Whinchat
Stonechat Ouzel Fieldfare Redwing Thrush Warbler Whitethroat Blackcap Chiffchaff Goldcrest Firecrest Flycatcher
Treecreeper Nuthatch Oriole Shrike Magpie Jackdaw Chough Starling Sparrow Brambling Chaffinch Greenfinch Goldfinch
Siskin Linnet Twite Redpoll Crossbill Bullfinch Hawfinch Bunting Yellowhammer Waxwing Tanager Toucan Hornbill
"""
_OTHERS = """
Agate Basalt Chalk Flint Gneiss Granite Gypsum Marble Obsidian Onyx Pumice Quartz Sandstone Schist Shale Slate Topaz
Tourmaline Malachite Azurite Cobalt Copper Nickel Zinc Drizzle Hoarfrost Monsoon Rainbow Snowfall Squall Thunder
Breeze Zephyr Mistral Tundra Prairie Savanna Fjord Lagoon Delta Estuary Glacier Geyser Atoll Isthmus Meander Moraine
Otter Badger Beaver Marten Stoat Ermine Hedgehog Dormouse Vole Lemming Marmot Chamois Ibex Gazelle Oryx Tapir Okapi
Manatee Dolphin Porpoise Narwhal Beluga Seahorse Starfish Nautilus Limpet Periwinkle Cockle Mussel Scallop Anchovy
Herring Sardine Mackerel Trout Salmon Grayling Minnow Stickleback Newt Gecko Tortoise Cricket Mayfly Dragonfly
Damselfly Ladybird Firefly Bumblebee Swallowtail Brimstone Fritillary
"""
WORDS = tuple(f"{_PLANTS}{_BIRDS}{_OTHERS}".split())
_LONGEST_LOOK = 1000


def new_pseudonym(study: Study) -> str:
    """Return a pseudonym that is free in the study: one word, or two words once nine tenths of the words are taken."""
    taken = taken_in(study)
    free = [word for word in WORDS if word.casefold() not in taken]
    if len(free) > len(WORDS) // 10:
        return secrets.choice(free)
    pairs = (f"{secrets.choice(WORDS)} {secrets.choice(WORDS)}" for _ in range(_LONGEST_LOOK))
    return next(pair for pair in pairs if pair.casefold() not in taken)


def taken_in(study: Study) -> set[str]:
    """Return the pseudonyms of participants and of links that are not revoked, in lower case.

    Two pseudonyms must not differ in case only, because people would confuse them.
    """
    held = Rater.objects.filter(study=study).values_list("pseudonym", flat=True)
    promised = Invitation.objects.filter(study=study, revoked_at=None).values_list("pseudonym", flat=True)
    return _folded(held) | _folded(promised)


def _folded(names: Iterable[str]) -> set[str]:
    return {name.casefold() for name in names if name}
