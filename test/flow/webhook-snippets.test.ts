/** The verification snippets of docs/WEBHOOKS.md, run in each language that is installed. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { deliveryHeaders, newSecret, serviceSignature, signingKey } from '@countersign/webhooks/sign';
import { expect, test } from '@jest/globals';
import { clientPath, clientPython } from '../support/python-client.ts';

const snippets = fileURLToPath(new URL('../../docs/snippets', import.meta.url));
const body = '{"id":"evt_outbox_1","type":"document.sent","data":{"actor":"user:Łukasz"}}';
const [secret, previous, stranger] = [newSecret(), newSecret(), newSecret()];
const signatureOf = (secrets: string[], signed: string) => serviceSignature(secrets.map(signingKey), signed);
const cases: Array<{ header: string; body: string; fits: boolean }> = [
  { header: signatureOf([secret], body), body, fits: true },
  { header: signatureOf([stranger, secret], body), body, fits: true },
  { header: signatureOf([secret, previous], body), body, fits: true },
  { header: signatureOf([stranger], body), body, fits: false },
  { header: signatureOf([secret], body), body: `${body} `, fits: false },
  { header: signatureOf([secret], body).slice(3), body, fits: false },
  { header: '', body, fits: false },
];
const expected = cases.map(({ fits }) => fits);
const now = new Date();
const standard = deliveryHeaders({
  ...{ id: 'evt_outbox_1', type: 'document.sent', body, now },
  keys: [stranger, secret].map(signingKey),
});
const input = JSON.stringify({ secret, stranger, standard, cases });

function has(command: string): boolean {
  return spawnSync(command, ['version'], { stdio: 'ignore' }).error === undefined;
}

/** Runs a program with the cases as input and returns the JSON that it prints. */
function run(command: string, args: string[], cwd: string, env = {}): unknown {
  const { stdout, stderr, status } = spawnSync(command, args, {
    cwd,
    input,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout);
}

test('Node', () => {
  const program = `
    import { verifyWebhook } from ${JSON.stringify(pathToFileURL(join(snippets, 'verify-webhook.mjs')).href)};
    import { readFileSync } from 'node:fs';
    const { secret, cases } = JSON.parse(readFileSync(0, 'utf8'));
    console.log(JSON.stringify(cases.map(({ header, body }) => verifyWebhook(body, header, secret))));`;
  expect(run(process.execPath, ['--input-type=module', '-e', program], snippets)).toEqual(expected);
});

(has('python3') ? test : test.skip)('Python', () => {
  const program = `
import json, sys
from verify_webhook import verify_webhook
given = json.load(sys.stdin)
print(json.dumps([verify_webhook(c["body"].encode(), c["header"], given["secret"]) for c in given["cases"]]))`;
  expect(run('python3', ['-B', '-c', program], snippets)).toEqual(expected);
});

(clientPython ? test : test.skip)('the Python client', () => {
  const program = `
import json, sys, time
from countersign import verify_webhook
given = json.load(sys.stdin)
def fits(case, **more):
    return verify_webhook(case["body"].encode(), {"X-Service-Signature": case["header"], **more}, given["secret"]) is not None
old, new = str(int(time.time()) - 301), str(int(time.time()))
first = given["cases"][0]
standard = given["standard"]
own = standard.pop("x-service-signature")
def accepts(headers, secret=given["secret"]):
    return verify_webhook(first["body"].encode(), headers, secret) is not None
more = [standard, {**standard, "x-service-signature": own}, {**standard, "webhook-id": "evt_outbox_2"}, {**standard, "webhook-signature": "v1,no"},
    {**standard, "webhook-timestamp": str(int(standard["webhook-timestamp"]) + 60)}]
print(json.dumps([
    [fits(c) for c in given["cases"]], [fits(first, **{"webhook-timestamp": t}) for t in (new, old, "no")],
    [accepts(headers) for headers in more], [accepts(standard, s) for s in (given["stranger"], "whsec_" + "A" * 32, "whsec_", "no")]]))`;
  const found = run(clientPython!, ['-B', '-c', program], snippets, clientPath);
  expect(found).toEqual([
    expected,
    [true, false, false],
    [true, true, false, false, false],
    [true, false, false, false],
  ]);
});

(has('go') ? test : test.skip)('Go', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-go-'));
  try {
    const snippet = await readFile(join(snippets, 'verify_webhook.go'), 'utf8');
    await writeFile(join(folder, 'verify.go'), snippet.replace('package webhook', 'package main'));
    await writeFile(join(folder, 'go.mod'), 'module snippet\n\ngo 1.20\n');
    await writeFile(
      join(folder, 'main.go'),
      `package main
import ("encoding/json"; "fmt"; "os")
func main() {
	var given struct { Secret string; Cases []struct { Header, Body string } }
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil { panic(err) }
	results := []bool{}
	for _, c := range given.Cases { results = append(results, VerifyWebhook([]byte(c.Body), c.Header, given.Secret)) }
	out, _ := json.Marshal(results)
	fmt.Println(string(out))
}
`,
    );
    expect(run('go', ['run', '.'], folder)).toEqual(expected);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
