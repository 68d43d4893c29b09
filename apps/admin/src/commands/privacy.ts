/** Erasing personal data (docs/AUDIT.md, Erasure). */
import { decodeId, encodeId } from '@countersign/contract/ids';
import { type Base, systemCtx } from '@countersign/core/ctx';
import { openBase } from '@countersign/core/open-base';
import { bulkSendsNaming, eraseRowsNaming } from '@countersign/core/privacy/bulk-rows';
import { type Erasure, eraseDocument } from '@countersign/core/privacy/erase-document';
import { documentsNaming, type NamingDocument, templatesNaming } from '@countersign/core/privacy/find-person';
import { eraseInvitations } from '@countersign/core/user/invitations';
import { silentLog } from '@countersign/log/port';
import { type AdminContext, type Command, numbered, readOptions, table, UsageError } from '../command.ts';

/** Maximum number of rows that are printed. */
const shown = 1000;

/** Takes `--keep-sealed` out of the words. */
function readKeepSealed(words: string[]): { keepSealed: boolean; rest: string[] } {
  const rest = words.filter((word) => word !== '--keep-sealed');
  return { keepSealed: rest.length < words.length, rest };
}

type Scope = Pick<NamingDocument, 'id' | 'workspaceId' | 'teamId' | 'mode'>;

function erase(base: Base, { id, ...scope }: Scope, keepSealed: boolean, confirm?: string): Promise<Erasure> {
  const ctx = systemCtx(base, { ...scope, requestId: 'admin', name: 'admin' });
  return eraseDocument(ctx, id, { keepSealed, cause: 'request', ...(confirm && { confirm }) });
}

/** The result as a sentence. */
function describe({ id, eventsErased, sealedKept, removed, chainHead }: Erasure): string {
  const what = removed
    ? 'was deleted'
    : `was erased: ${numbered(eventsErased, 'event')}${sealedKept ? ', sealed PDF kept' : ''}`;
  return `${encodeId('doc', id)} ${what}; head of its audit trail: ${chainHead}`;
}

export const privacyCommands: Command[] = [
  {
    words: ['document', 'erase'],
    usage: 'document erase ID --confirm TITLE-OR-ID [--keep-sealed]',
    summary:
      'permanently erase the personal data of a document that has ended; its audit trail can still be verified',
    run: async (context, words) => {
      const { keepSealed, rest } = readKeepSealed(words);
      const { options, positionals } = readOptions(rest, { required: ['confirm'], positionals: 1 });
      const uuid = decodeId('doc', positionals[0] ?? '');
      if (!uuid) throw new UsageError('Give the id of the document, doc_…');
      await withBase(context, async (base) => {
        const document = await base.db.document.findFirst({ where: { id: uuid, removedAt: null } });
        if (!document) throw new Error(`There is no document ${positionals[0]}.`);
        context.print(describe(await erase(base, document, keepSealed, options.confirm)));
      });
    },
  },
  {
    words: ['person', 'erase'],
    usage: 'person erase EMAIL --workspace S [--confirm EMAIL] [--keep-sealed]',
    summary:
      'list the documents, bulk sends, templates and direct links that name a person; with --confirm, erase the documents and rows that have ended, and invitations of the person',
    run: async (context, words) => {
      const { keepSealed, rest } = readKeepSealed(words);
      const { options, positionals } = readOptions(rest, {
        required: ['workspace'],
        optional: ['confirm'],
        positionals: 1,
      });
      const [email] = positionals;
      if (!email) throw new UsageError('Give the email address of the person.');
      if (options.confirm !== undefined && options.confirm !== email)
        throw new UsageError('--confirm must repeat the address.');
      const workspace = await context.db.workspace.findUnique({ where: { slug: options.workspace } });
      if (!workspace) throw new Error(`There is no workspace "${options.workspace}".`);
      const person = { workspaceId: workspace.id, email };
      if (options.confirm === undefined) return list(context, person);
      await withBase(context, (base) => eraseAll(context, base, person, keepSealed));
    },
  },
];

interface Person {
  workspaceId: string;
  email: string;
}

async function list(context: AdminContext, { workspaceId, email }: Person): Promise<void> {
  const rows: Array<Record<string, string | number>> = [];
  let more = 0;
  for await (const one of documentsNaming(context, workspaceId, email)) {
    if (rows.length >= shown) more += 1;
    else
      rows.push({
        document: encodeId('doc', one.id),
        mode: one.mode,
        status: one.status,
        ended: one.closedAt?.toISOString() ?? '-',
        'other people': one.others,
        title: one.title.slice(0, 60),
      });
  }
  const sends: Array<Record<string, string | number>> = [];
  for await (const one of bulkSendsNaming(context, workspaceId, email))
    sends.push({
      'bulk send': one.id,
      mode: one.mode,
      status: one.status,
      'rows without a document': one.rows,
      'copy of the template': one.inTemplate ? 'yes' : '-',
    });
  const templates: Array<Record<string, string | number>> = [];
  for await (const { id, name, versions, links } of templatesNaming(context, workspaceId, email))
    templates.push({
      template: encodeId('tpl', id),
      versions: versions.join(', ') || '-',
      'direct links': links.join(', ') || '-',
      name: name.slice(0, 60),
    });
  if (rows.length + sends.length + templates.length === 0)
    return context.print(`No document, bulk send, template or direct link names ${email}.`);
  if (rows.length > 0) context.print(table(rows));
  if (more > 0) context.print(`… and ${more} more.`);
  if (sends.length > 0) context.print(table(sends));
  if (templates.length > 0) context.print(`${table(templates)}\n\n${templateHint}`);
  if (rows.length + sends.length === 0) return;
  context.print(
    `\nTo erase those documents and rows that have ended, including the data of all other people in them, add --confirm ${email}`,
  );
}

async function eraseAll(
  context: AdminContext,
  base: Base,
  { workspaceId, email }: Person,
  keepSealed: boolean,
): Promise<void> {
  const erased = { documents: 0, rows: 0 };
  const open: string[] = [];
  const failed: string[] = [];
  for await (const one of documentsNaming(context, workspaceId, email)) {
    if (!one.hasEnded) {
      open.push(`${encodeId('doc', one.id)} (${one.status})`);
      continue;
    }
    try {
      context.print(describe(await erase(base, one, keepSealed)));
      erased.documents += 1;
    } catch (error) {
      failed.push(`${encodeId('doc', one.id)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for await (const { id, status, isAtRest } of bulkSendsNaming(context, workspaceId, email)) {
    const rows = isAtRest ? await eraseRowsNaming(base, id, email) : null;
    if (rows !== null) erased.rows += rows;
    else open.push(`bulk send ${id} (${isAtRest ? 'an operation is running' : status})`);
  }
  const invitations = await eraseInvitations(base, workspaceId, email);
  context.print(
    `Erased: ${numbered(erased.documents, 'document')}, ${numbered(erased.rows, 'row')} of bulk sends, ${numbered(invitations, 'invitation')}.`,
  );
  const templates: string[] = [];
  for await (const { id, versions, links } of templatesNaming(context, workspaceId, email)) {
    if (versions.length > 0) templates.push(`${encodeId('tpl', id)}, versions ${versions.join(', ')}`);
    templates.push(...links.map((link) => `${encodeId('tpl', id)}, direct link ${link}`));
  }
  const problems = [
    ...listed('These have not ended. Void, cancel or complete them, then run this again:', open),
    ...listed('These could not be erased. Run this again:', failed),
    ...listed(`These still name the person. ${templateHint}`, templates),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

const templateHint =
  'Templates and direct links are not erased here: delete the template, or turn off the link.';

/** The lines of a list with its heading; none for an empty list. */
const listed = (heading: string, items: readonly string[]): string[] =>
  items.length > 0 ? [heading, ...items.map((one) => `  ${one}`)] : [];

/** Opens what verbs need in addition to the database: queue, secrets, settings. */
async function withBase(context: AdminContext, work: (base: Base) => Promise<void>): Promise<void> {
  const { close, ...base } = await openBase(context.config, silentLog);
  try {
    await work({ ...base, now: context.now });
  } finally {
    await close();
  }
}
