/** Roles in a workspace, in ascending order of rights (docs/spec/decisions.md, section 7). */
export const roles = ['member', 'manager', 'owner'] as const;
export type Role = (typeof roles)[number];

/** True when `role` has at least the rights of `least`. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}
