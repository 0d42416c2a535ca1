"""No module imports itself by way of others; late and type-checking imports count."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

ROOTS = ("engine", "protocol", "server", "client_cli", "bench")


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*ROOTS, cache_dir=None)


@pytest.mark.parametrize("root", ROOTS)
def test_there_is_no_circle_of_imports(graph: grimp.ImportGraph, root: str) -> None:
    modules = [module for module in graph.modules if module.split(".")[0] == root]
    imports = {module: graph.find_modules_directly_imported_by(module) for module in modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))
