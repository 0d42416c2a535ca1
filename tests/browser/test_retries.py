"""The browser client repeats a refused request exactly when the protocol says so."""

import json
import subprocess
import sys
from pathlib import Path

from protocol.retries import retry_after_ms
from server.web.catalogue import generated
from tests.harness import LIMIT_S, ROOT
from tests.protocol.test_retries import REQUESTS, refusal_codes

SCRIPT = """
import { loadRetryDelay } from "./client_web/net/retries.js";
const { catalogue, codes, requests } = JSON.parse(process.argv[1]);
const app = { loadJson: async () => catalogue };
const delays = [];
for (const code of codes) {
  for (const request of requests) delays.push(await loadRetryDelay(app, { code }, request));
}
const none = { loadJson: async () => { throw new Error("no catalogue"); } };
delays.push(await loadRetryDelay(none, { code: codes[0] }, requests[0]));
console.log(JSON.stringify(delays));
"""


def test_every_refusal_of_every_request_is_repeated_as_the_protocol_says() -> None:
    codes = [*refusal_codes(), "unheard_of", "constructor"]
    catalogue = {"retries": json.loads(generated()["catalogue.json"])["retries"]}
    given = {"catalogue": catalogue, "codes": codes, "requests": REQUESTS}
    node = Path(sys.executable).with_name("node")
    done = subprocess.run(
        [str(node), "--input-type=module", "--eval", SCRIPT, json.dumps(given)],
        check=True,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        timeout=LIMIT_S,
    )
    *delays, without_catalogue = json.loads(done.stdout)
    assert delays == [retry_after_ms(code, request) for code in codes for request in REQUESTS]
    assert without_catalogue is None
