/** Roles in a workspace, the least first (docs/spec/decisions.md, section 7). */
export const roles = ['member', 'manager', 'owner'] as const;
export type Role = (typeof roles)[number];

/** True when `role` may do what `least` may. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
