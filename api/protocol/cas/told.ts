import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { defaultScope } from '@doorwright/crds/options/oauth-scopes.ts';
import { enabledNames } from '../../kinds/memberships.ts';
import { factsOfUser } from '../tokens/token-claims.ts';
import type { ToldDeps } from '../tokens/told-fields.ts';
import { emailAt, nameAt } from '../tokens/told-user.ts';
import type { Ticket } from './tickets.ts';

/** A value, or several of one name. */
export type Attributes = readonly (readonly [name: string, value: string])[];

/** What a service learns of its user. */
export interface Told {
  user: string;
  attributes: Attributes;
  /** The fields of the user alone, for the JSON of Casdoor 2022. */
  fields: Attributes;
  roles: readonly string[];
  ticket: Pick<Ticket, 'provedTime' | 'isNew' | 'isRemembered' | 'proxies'>;
}

/**
 * A service of CAS asks for no scopes. It gets what a token with the usual scope holds, and where users must agree, what these scopes grant.
 */
export const scopesOf = ({ requireConsent }: Pick<Application, 'requireConsent'>): readonly string[] =>
  requireConsent ? ['profile', 'email', 'phone', 'address'] : [defaultScope];

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function fieldsIn(facts: Record<string, unknown>): Attributes {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.filter(isText).map((each) => [name, each] as const);
    if (typeof value === 'boolean') return [[name, String(value)] as const];
    return isText(value) ? [[name, value] as const] : [];
  });
}

/** A site that writes attributes into its own row of the user would overwrite the key of that row: django-cas-ng does with `id`. */
const renamed: Readonly<Record<string, string>> = { id: 'userId' };

const rolesIn = ({ roles }: Record<string, unknown>): string[] => (Array.isArray(roles) ? enabledNames(roles) : []);

/** The user of a validated ticket, by the rules of tokens about what an application is told. */
export async function toldOf(user: User, application: Application, ticket: Ticket, deps: ToldDeps): Promise<Told> {
  const scope = scopesOf(application).join(' ');
  const facts = await factsOfUser({ ...user, email: emailAt(application, user) }, { application, scope }, deps);
  const fields = fieldsIn(facts);
  const roles = rolesIn(facts);
  const { provedTime, isNew, isRemembered, isImpersonated } = ticket;
  return {
    user: nameAt(application, user),
    attributes: [
      ['authenticationDate', provedTime],
      ['longTermAuthenticationRequestTokenUsed', String(isRemembered)],
      ['isFromNewLogin', String(isNew)],
      ...(isImpersonated ? [['isImpersonated', 'true'] as const] : []),
      ...roles.map((name) => ['memberOf', name] as const),
      ...fields.map(([name, value]) => [renamed[name] ?? name, value] as const),
    ],
    fields,
    roles,
    ticket,
  };
}
