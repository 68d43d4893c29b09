/** `countersign whoami` and `countersign usage`. */

import { Command } from '@commander-js/extra-typings';
import { bytesText } from '@countersign/contract/bytes-text';
import { addGuide } from '../define.ts';
import { findAccess, openClient, type Session } from '../session.ts';
import { showDetails } from '../show/present.ts';
import { numberText } from '../show/text.ts';

/** Builds `whoami`. */
export function whoamiCommand(session: Session) {
  const whoami = new Command('whoami')
    .summary('Show workspace, key and mode')
    .description('Shows the workspace, key, mode and service you are signed in to.');
  addGuide(whoami, { examples: ['countersign whoami', 'countersign whoami --profile acme'] });
  whoami.action(async () => {
    const { url, profileName } = await findAccess(session);
    const client = await openClient(session);
    const me = await client.get('/v1/me', { signal: session.signal });
    showDetails(
      session,
      [
        ['Workspace', `${me.workspace.name} (${me.workspace.slug})`],
        ['Mode', me.mode],
        ['Key', `${me.key.display}  ${me.key.name}`],
        ['Service', url],
        ['Profile', profileName ?? 'none: the key is from COUNTERSIGN_API_KEY'],
      ],
      { ...me, url, profile: profileName },
    );
  });
  return whoami;
}

/** Builds `usage`. */
export function usageCommand(session: Session) {
  const usage = new Command('usage')
    .summary('Show usage and limits')
    .description('Shows how many documents were sent this month, and the rate limits.');
  addGuide(usage, { examples: ['countersign usage', 'countersign usage --json'] });
  usage.action(async () => {
    const client = await openClient(session);
    const answer = await client.get('/v1/usage', { signal: session.signal });
    const { envelopes, fair_use, storage } = answer;
    const share =
      envelopes.allowance > 0 ? ` (${Math.round((envelopes.used / envelopes.allowance) * 100)} %)` : '';
    showDetails(
      session,
      [
        ['Documents sent', `${numberText(envelopes.used)} of ${numberText(envelopes.allowance)}${share}`],
        ['Remaining', numberText(envelopes.remaining)],
        ['Resets on', envelopes.resets_on],
        ['Stored', `${bytesText(storage.used_bytes)} of ${bytesText(storage.quota_bytes)}`],
        ['Requests', `${fair_use.sustained_rps} a second, ${fair_use.burst_rps} at once`],
        [
          'Reviewed beyond',
          `${numberText(fair_use.envelopes_per_day_review_threshold ?? 0)} documents a day`,
        ],
      ],
      answer,
    );
  });
  return usage;
}
