/** Converts workspace, key and usage to Me and Usage (docs/spec/decisions.md, section 1). */
import type { Me, OwnWorkspaceOut, Usage } from '@countersign/contract/key';
import type { Ctx } from '@countersign/core/ctx';
import type { Key } from '@countersign/core/key/issue';
import type { EnvelopeUsage } from '@countersign/core/usage/get';
import type { StorageUsage } from '@countersign/core/usage/storage';
import type { Workspace } from '@countersign/db/models';
import { presentKey } from './key.ts';

/** The caller: a key, or a person. */
export function presentMe(ctx: Ctx, workspace: Workspace, key: Key): Me {
  const { actor } = ctx;
  return {
    workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
    team_id: ctx.teamId,
    key: presentKey(key),
    ...(actor.type === 'user' && {
      user: { id: actor.id, email: actor.email ?? '', name: actor.name ?? '', role: ctx.role },
    }),
    mode: ctx.mode,
  };
}

/** The workspace with the settings that API keys can change. */
export function presentOwnWorkspace({ id, slug, name, embedOrigins }: Workspace): OwnWorkspaceOut {
  return { id, slug, name, embed_origins: embedOrigins };
}

/** The usage and limits of the workspace. */
export function presentUsage(ctx: Ctx, usage: EnvelopeUsage, storage: StorageUsage): Usage {
  return {
    envelopes: {
      allowance: usage.allowance,
      used: usage.used,
      remaining: usage.remaining,
      resets_on: usage.resetsOn,
    },
    fair_use: {
      sustained_rps: ctx.settings.rateSustainedRps,
      burst_rps: ctx.settings.rateBurstRps,
      envelopes_per_day_review_threshold: ctx.settings.reviewThreshold,
    },
    storage: { quota_bytes: storage.quotaBytes, used_bytes: storage.usedBytes },
  };
}
