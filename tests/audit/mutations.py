"""The table of mutations: what may go wrong in a match or its record, and which rule finds it."""

from typing import Final

from tests.audit.mutating import Mutation
from tests.audit.mutations_of_attacks import ATTACKS
from tests.audit.mutations_of_breeding import BREEDING
from tests.audit.mutations_of_checks import CHECKS
from tests.audit.mutations_of_effects import EFFECTS
from tests.audit.mutations_of_flow import FLOW
from tests.audit.mutations_of_leaving import LEAVING
from tests.audit.mutations_of_memory import MEMORY
from tests.audit.mutations_of_orders import ORDERS
from tests.audit.mutations_of_piles import PILES
from tests.audit.mutations_of_places import PLACES
from tests.audit.mutations_of_setup import SETUP
from tests.audit.mutations_of_units import UNITS

MUTATIONS: Final[tuple[Mutation, ...]] = (
    *ORDERS,
    *PILES,
    *PLACES,
    *LEAVING,
    *BREEDING,
    *SETUP,
    *FLOW,
    *MEMORY,
    *ATTACKS,
    *CHECKS,
    *EFFECTS,
    *UNITS,
)
