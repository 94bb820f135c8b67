import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { AccountItem } from '@doorwright/crds/options/account-items.ts';
import { promptedItems, unansweredItems } from '@doorwright/crds/options/prompted-items.ts';
import type { SignupItem, SignupItemName } from '@doorwright/crds/options/signup-items.ts';
import { z } from 'zod';
import type { Caller } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { mayChangeItem } from '../../kinds/user/account-items.ts';
import { applicationNamed } from '../place/applications.ts';
import type { AccountDeps } from '../place/deps.ts';
import { mayEnter } from '../place/may-enter.ts';
import { type PromptedLink, promptedLinks } from './prompted-links.ts';

/** The questions of an application for a user, with their values so far. */
export const promptAnswer = z.object({
  items: z
    .array(
      z.object({
        name: z.string().describe('Name of the sign-up item.'),
        isAnswered: z.boolean().describe('The user has answered it.'),
        isFixed: z.boolean().describe('The user cannot change the answer.'),
      }),
    )
    .describe('The prompted sign-up items, in their order.'),
  links: z
    .array(
      z.object({
        name: z.string().describe('Name of the provider.'),
        isLinked: z.boolean().describe('The user has linked an account.'),
      }),
    )
    .describe('The prompted providers, in their order.'),
  values: z.record(z.string(), z.string()).describe('Values of the user, under the names of the sign-up form.'),
});

export interface Prompt {
  application: Application;
  organization: Organization;
  user: User;
  links: readonly PromptedLink[];
}

const contacts: readonly SignupItemName[] = ['Email', 'Phone'];

/**
 * Says whether a user may answer an item: once in any case, and again if the organization lets them change it. An address that no code
 * proves is given once only.
 */
export function mayAnswer({ application, organization, user }: Prompt, { name, rule }: SignupItem): boolean {
  if (unansweredItems(application, user).some((item) => item.name === name)) return true;
  if (contacts.includes(name) && rule === 'No verification') return false;
  // The ID card has no account item, and so no rule that would let users change it.
  return name !== 'ID card' && mayChangeItem('self', name as AccountItem['name'], organization.accountItems);
}

/** The prompt of an application for the user of a session. */
export async function promptFor(deps: AccountDeps, caller: Caller, name: string): Promise<Prompt> {
  // An application with a token must not answer for its user, and neither may somebody with the master password.
  if (caller.type !== 'user' || !caller.session) throw new Refusal('sign-in-first');
  if (caller.impersonated) throw new Refusal('impersonated');
  const { application } = await applicationNamed(deps, name);
  // An application of others looks missing.
  if (!mayEnter(caller.owner, application))
    throw new Refusal('not-found', { kind: 'Application', id: name.slice(0, 100) });
  const [organization, user] = await Promise.all([
    cachedObjectsOf(deps).organizationNamed(caller.owner),
    deps.store('user').find(deps.db, caller.owner, caller.name) as Promise<User | undefined>,
  ]);
  if (!organization || !user) throw new Refusal('sign-in-first');
  const links = await promptedLinks(deps, application, user, organization);
  if (promptedItems(application).length === 0 && links.length === 0) throw new Refusal('prompt-unexpected');
  return { application, organization, user, links };
}

/** The prompt as its page shows it. */
export function shownPrompt(prompt: Prompt): z.output<typeof promptAnswer> {
  const { application, user, links } = prompt;
  const open = new Set(unansweredItems(application, user).map(({ name }) => name));
  const { displayName, firstName, lastName, affiliation, region, idCard, email, phone } = user;
  // A display name that repeats the user name was made by the server.
  const name = displayName === user.name ? '' : displayName;
  return {
    items: promptedItems(application).map((item) => ({
      name: item.name,
      isAnswered: !open.has(item.name),
      isFixed: !mayAnswer(prompt, item),
    })),
    links: [...links],
    values: { name, firstName, lastName, affiliation, region, idCard, email, phone },
  };
}
