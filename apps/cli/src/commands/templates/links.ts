/** `countersign templates link …`: public addresses of a template, each visit of which creates a document. */
import type { Command } from '@commander-js/extra-typings';
import type { CreateDirectLinkReq, DirectLinkOut } from '@countersign/client/generated/api';
import { collectPages } from '../../collect-pages.ts';
import { addGuide, checked, integer, several } from '../../define.ts';
import { metadataText, readPair } from '../../input/own-data.ts';
import { readRecipient } from '../../input/recipient.ts';
import { readTime } from '../../input/time.ts';
import { openClient, type Session } from '../../session.ts';
import { plainText } from '../../show/plain-text.ts';
import { confirm, showDone, showRows } from '../../show/present.ts';
import type { Column } from '../../show/table.ts';
import { numberText, timeText } from '../../show/text.ts';

/** Adds the commands to the group of templates. */
export function addLinks(templates: Command, session: Session): void {
  const create = templates
    .command('link')
    .summary('Create a direct link, which everyone can open')
    .description(
      'Creates a public address of the template. Its page asks for a name and an email address, and each visit creates and sends a document with the visitor as its first recipient.',
    )
    .argument('<template>', 'id of the template, tpl_…')
    .option('--visitor <number>', 'the placeholder that the visitor fills, from 1', integer(1, 200), 1)
    .option(
      '-r, --recipient <recipient>',
      '"Name <email>[:otp]", one for each other placeholder; repeatable',
      several(checked(readRecipient)),
    )
    .option('--max-uses <count>', 'how many documents it can create', integer(1, 1_000_000))
    .option('--expires <when>', 'when it stops working: 2026-12-31, or 14d')
    .option(
      '--sign-at-once',
      'sign without an email; the certificate says that the address was not confirmed',
    )
    .option('-t, --title <title>', 'title of the documents (default: name of the template)')
    .option('--redirect-url <url>', 'URL to open after signing')
    .option('--metadata <key=value>', metadataText, several(checked(readPair)));
  addGuide(create, {
    notes: 'Only the address is printed to standard output, so that it can be piped.',
    examples: ['countersign templates link tpl_01… --max-uses 50 --expires 14d'],
  });
  create.action(async (tpl_id, options) => {
    const body: CreateDirectLinkReq = {
      recipient_index: options.visitor - 1,
      recipients: options.recipient ?? [],
      confirm_email: options.signAtOnce !== true,
      ...(options.maxUses !== undefined && { max_uses: options.maxUses }),
      ...(options.expires !== undefined && { expires_at: readTime(options.expires, 'future') }),
      ...(options.title !== undefined && { title: options.title }),
      ...(options.redirectUrl !== undefined && { redirect_url: options.redirectUrl }),
      ...(options.metadata && { metadata: Object.fromEntries(options.metadata) }),
    };
    const client = await openClient(session);
    const link = await client.post('/v1/templates/{tpl_id}/direct-links', {
      params: { path: { tpl_id } },
      body,
      signal: session.signal,
    });
    if (session.options.json) return session.terminal.printJson(link);
    session.terminal.note(`Created ${link.id}`);
    session.terminal.print(plainText(link.url ?? ''));
  });

  const list = templates
    .command('links')
    .summary('List the direct links of a template')
    .description('Lists the direct links of a template in the mode of the key, newest first.')
    .argument('<template>', 'id of the template, tpl_…')
    .option('--limit <count>', 'maximum number of results', integer(1, 100_000), 50)
    .option('--offset <count>', 'number of results to skip', integer(0, 2_147_483_647), 0);
  addGuide(list, { examples: ['countersign templates links tpl_01…'] });
  list.action(async (tpl_id, options) => {
    const client = await openClient(session);
    const found = await collectPages(options, (page) =>
      client.get('/v1/templates/{tpl_id}/direct-links', {
        params: { path: { tpl_id }, query: page },
        signal: session.signal,
      }),
    );
    showRows(session, found.items, columns, { json: found, none: 'No direct links.', total: found.total });
  });

  const disable = templates
    .command('unlink')
    .summary('Turn a direct link off, for good')
    .description('Turns a direct link off. Documents that it created are not affected.')
    .argument('<template>', 'id of the template, tpl_…')
    .argument('<link>', 'id of the direct link')
    .option('-y, --yes', 'do not ask for confirmation');
  addGuide(disable, { examples: ['countersign templates unlink tpl_01… 019aa8a4-… --yes'] });
  disable.action(async (tpl_id, direct_link_id, { yes }) => {
    const client = await openClient(session);
    await confirm(session, `Turn off the direct link ${plainText(direct_link_id)}?`, yes);
    await client.delete('/v1/templates/{tpl_id}/direct-links/{direct_link_id}', {
      params: { path: { tpl_id, direct_link_id } },
      signal: session.signal,
    });
    showDone(session, `Turned off ${plainText(direct_link_id)}`, { id: direct_link_id, disabled: true });
  });
}

const columns: ReadonlyArray<Column<DirectLinkOut>> = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'STATUS', text: ({ status }) => status },
  {
    title: 'USES',
    text: ({ uses, max_uses: most }) =>
      most === null ? numberText(uses) : `${numberText(uses)} of ${numberText(most)}`,
    align: 'right',
  },
  { title: 'EXPIRES', text: ({ expires_at }) => (expires_at ? timeText(expires_at) : '-') },
  { title: 'URL', text: ({ url }) => url ?? '-', isFlexible: true },
];
