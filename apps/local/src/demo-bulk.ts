/** The demo's bulk send: a template and a CSV of two hundred people, who each get a document. Uses only HTTP. */
import type { BulkSendOut } from '@countersign/contract/bulk-send';
import type { TemplateOut } from '@countersign/contract/template';
import { agreementFields, composeAgreement } from './demo-agreement.ts';
import { type JourneyOptions, timeLimitMs } from './demo-journey.ts';

export interface BulkJourneyResult {
  /** The uploaded file, and the result of each row. */
  csv: string;
  results: string;
}

const pollMs = 50;
const barWidth = 30;

const firstNames = ['Ada', 'Björn', 'Chloé', 'Dmitri', 'Elif', 'Fatima', 'Grzegorz', 'Hana', 'Inés', 'João'];
const lastNames = [
  'Łukasiewicz',
  'Okafor',
  'Papadópoulos',
  'Çelik',
  'Nguyễn',
  'Müller',
  "O'Brien",
  'Sørensen',
];

/** Creates the template, uploads the CSV, dispatches, shows the progress and downloads the results. Throws if a row is lost. */
export async function runBulkJourney({
  apiUrl,
  mailboxUrl,
  key,
  say,
  people = 200,
}: JourneyOptions & { people?: number }): Promise<BulkJourneyResult> {
  const call = async (method: string, path: string, body?: string, type = 'application/json') => {
    const headers = { Authorization: `Bearer ${key}`, ...(body !== undefined && { 'Content-Type': type }) };
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
    return response;
  };
  const template = (await (
    await call(
      'POST',
      '/v1/templates',
      JSON.stringify({
        name: 'Maintenance agreement',
        pdf_base64: Buffer.from(await composeAgreement()).toString('base64'),
        recipients: [{ name: 'Customer', email: 'customer@example.test' }],
        fields: [
          { type: 'number', recipient_index: 0, name: 'fee', read_only: true, ...agreementFields.fee },
          { type: 'signature', recipient_index: 0, ...agreementFields.customerSignature },
          { type: 'date', recipient_index: 0, ...agreementFields.customerDate },
        ],
      }),
    )
  ).json()) as TemplateOut;

  const run = Date.now().toString(36);
  const addressOf = (at: number) => `customer${at + 1}.${run}@example.test`;
  const header = await (await call('GET', `/v1/templates/${template.id}/bulk.csv`)).text();
  const csv = `${header}${Array.from({ length: people }, (_, at) => {
    const name = `${firstNames[at % firstNames.length]} ${lastNames[at % lastNames.length]}`;
    return `${name},${addressOf(at)},${900 + at}\r\n`;
  }).join('')}`;
  const query = new URLSearchParams({ template_id: template.id, source_filename: 'customers.csv' });
  const created = (await (
    await call('POST', `/v1/bulk-sends?${query}`, csv, 'text/csv')
  ).json()) as BulkSendOut;

  const read = async () =>
    (await (await call('GET', `/v1/bulk-sends/${created.id}?rows_limit=1`)).json()) as BulkSendOut;
  const until = async (ended: readonly string[], seen: (send: BulkSendOut) => void = () => undefined) => {
    const deadline = Date.now() + timeLimitMs;
    for (;;) {
      const send = await read();
      seen(send);
      if (ended.includes(send.status)) return send;
      if (Date.now() > deadline)
        throw new Error(`the bulk send is still ${send.status} after ${timeLimitMs / 1000} s`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  };
  const ready = await until(['ready', 'invalid']);
  if (ready.status !== 'ready') throw new Error(`the CSV was refused: ${JSON.stringify(ready)}`);
  say(`9. Uploaded customers.csv: ${ready.row_count} rows, all valid.`);

  const begun = performance.now();
  await call('POST', `/v1/bulk-sends/${created.id}/dispatch`);
  const done = await until(['done', 'failed'], showProgress);
  const seconds = (performance.now() - begun) / 1000;
  if (done.sent_count !== people) throw new Error(`rows were lost: ${JSON.stringify(done)}`);
  say(
    `${process.stdout.isTTY ? '\r' : ''}10. ${bar(done)} in ${seconds.toFixed(1)} s, each with its own audit trail.`,
  );

  const results = await (await call('GET', `/v1/bulk-sends/${created.id}/rows.csv`)).text();
  const mail = new URLSearchParams({ to: addressOf(people - 1), timeout_ms: String(timeLimitMs) });
  if (!(await fetch(`${mailboxUrl}/api/messages/wait?${mail}`)).ok)
    throw new Error('the last customer was not mailed');
  say(
    '11. The last customer has received the invitation. The results of all rows are in customers-results.csv.',
  );
  return { csv, results };
}

function bar({ sent_count: sent, row_count: rows }: BulkSendOut): string {
  const full = Math.round((sent / rows) * barWidth);
  return `[${'█'.repeat(full)}${'·'.repeat(barWidth - full)}] ${sent} of ${rows} documents sent`;
}

/** On a terminal the bar is animated; otherwise only the end is printed. */
function showProgress(send: BulkSendOut): void {
  if (process.stdout.isTTY) process.stdout.write(`\r10. ${bar(send)}`);
}
