/** `countersign documents download`: saves a file of a document. */
import type { Command } from '@commander-js/extra-typings';
import { addressOf } from '@countersign/client/calls';
import type { Client } from '@countersign/client/client';
import { ApiError } from '@countersign/client/errors';
import { pause } from '@countersign/client/transport';
import { addGuide, integer } from '../../define.ts';
import { UsageError } from '../../exit-status.ts';
import { refuseExisting } from '../../input/file.ts';
import { openClient, type Session } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { showDone } from '../../show/present.ts';
import { sizeText } from '../../show/text.ts';
import { saveDownload } from '../../transfer.ts';

/** Adds the command to its group. */
export function addDownload(documents: Command, session: Session): void {
  const download = documents
    .command('download')
    .summary('Download the sealed PDF, the original or the certificate')
    .description('Downloads the sealed PDF of a completed document, otherwise the original.')
    .argument('<document>', 'id of the document, doc_…')
    .option('--original', 'the PDF as it was uploaded')
    .option('--sealed', 'the sealed PDF')
    .option('--certificate', 'only the certificate of completion')
    .option('--file <number>', 'one of the files that it was made from, counted from 1', integer(1, 20))
    .option(
      '-o, --output <file>',
      'output file; - for standard output (default: the name given by the service)',
    )
    .option('--force', 'overwrite an existing file')
    .option('--wait', 'wait until the document is sealed');
  addGuide(download, {
    examples: [
      'countersign documents download doc_01… --output lease-signed.pdf',
      'countersign documents download doc_01… --file 2',
      'countersign documents download doc_01… --sealed --wait -o - | countersign verify - --seal-certificate seal-certificates.pem',
    ],
  });
  download.action(async (id, options) => {
    const client = await openClient(session);
    const versions = (['original', 'sealed', 'certificate'] as const).filter((one) => options[one]);
    if (versions.length > 1) throw new UsageError(`Use only one of --${versions.join(' and --')}.`);
    if (options.file !== undefined && (versions.length > 0 || options.wait))
      throw new UsageError('Use --file without other versions and without --wait.');
    const version = versions[0] ?? (options.wait ? 'sealed' : undefined);
    const { output } = options;
    if (output !== undefined && output !== '-' && !options.force) await refuseExisting(output);
    const url =
      options.file === undefined
        ? `/v1/documents/${encodeURIComponent(id)}/download${version ? `?version=${version}` : ''}`
        : await urlOfFile(session, client, id, options.file);
    const file = await downloadOnceSealed(session, client, url, options.wait ?? false);
    const path = output ?? safeName(file.filename ?? `${id}.pdf`);
    await saveDownload(session, file, { path, mayReplace: options.force ?? false });
    if (path === '-') return;
    const size = file.sizeBytes === null ? '' : ` (${sizeText(file.sizeBytes)})`;
    showDone(session, `Saved ${plainText(path)}${size}`, { id, file: path, size_bytes: file.sizeBytes });
  });
}

async function urlOfFile(session: Session, client: Client, doc_id: string, number: number): Promise<string> {
  const { signal } = session;
  const files = await client.get('/v1/documents/{doc_id}/files', { params: { path: { doc_id } }, signal });
  const file = files[number - 1];
  if (!file) throw new UsageError(`The document has ${files.length} file${files.length === 1 ? '' : 's'}.`);
  return addressOf('get', '/v1/documents/{doc_id}/files/{file_id}/content', {
    path: { doc_id, file_id: file.id },
  });
}

/** A safe local file name, whatever name the service sends. */
function safeName(name: string): string {
  const safe = plainText(name)
    .replace(/[/\\?%*:|"<>]/g, '_')
    .replace(/^\.+/, '');
  return safe || 'document.pdf';
}

async function downloadOnceSealed(session: Session, client: Client, url: string, waits: boolean) {
  const { signal, terminal } = session;
  for (;;) {
    try {
      return await client.download(url, { signal });
    } catch (error) {
      const isEarly =
        error instanceof ApiError && ['not-sealed', 'document-state'].includes(error.slug ?? '');
      const isOver =
        error instanceof ApiError &&
        ['voided', 'rejected', 'expired'].includes(String(error.members.current));
      if (!waits || !isEarly || isOver) throw error;
      terminal.progress('Waiting for the seal …');
      await pause(1000 * (error.retryAfterSeconds ?? 2), signal);
    }
  }
}
