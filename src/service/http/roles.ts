import { type Answer, refusal } from './answer';

/** Permissions of keys; each role includes those before it. */
export const roles = ['read', 'scan', 'edit', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Whether a role includes what takes another one. */
export function includesRole(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Why somebody may not do what takes a role; undefined if they may, as everybody where a service has no accounts. */
export function refusedFor(needed: Role, account: { readonly role: Role } | undefined): Answer | undefined {
  if (account === undefined || includesRole(account.role, needed)) return undefined;
  return refusal(
    403,
    `The role of this key is “${account.role}”; this needs “${needed}”. An administrator of the service can change it.`,
  );
}
