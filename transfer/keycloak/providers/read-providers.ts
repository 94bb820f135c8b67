import { usedFields } from '@doorwright/crds/providers/described.ts';
import type { Item } from '../../contract.ts';
import { byText, whyWithoutSecret } from '../names.ts';
import type { MappedProvider } from '../plan/map-providers.ts';
import type { Plan } from '../plan/plan.ts';
import { readMail } from './read-mail.ts';
import { readMapping } from './user-mapping.ts';

function* readProvider(plan: Plan, { name, category, type, fields, source }: MappedProvider): Iterable<Item> {
  const { alias, displayName, config } = source;
  const { mapping, lost } = readMapping(plan.realm, alias);
  const takesMapping = usedFields({ category, type }).includes('userMapping');
  const secret = config.clientSecret ?? '';
  const why = whyWithoutSecret(secret);
  yield {
    ...{ kind: 'provider', from: plan.from('identity provider', alias) },
    fields: {
      ...{ owner: 'admin', name, displayName: (displayName || alias).slice(0, 100), category, type, ...fields },
      ...{ audience: 'named', organizations: [plan.organization] },
      ...(category === 'OAuth' && { clientId: config.clientId ?? '', clientSecret: why ? '' : secret }),
      ...(takesMapping && { userMapping: mapping }),
    },
  };
  const lose = (what: string, reason: string) => plan.lose('identity provider', alias, what, reason);
  if (why) yield lose('client secret', why);
  const mappers = takesMapping ? lost : [...mapping.map(({ claim }) => claim), ...lost];
  if (mappers.length > 0)
    yield lose(`mappers ${mappers.join(', ')}`, 'the type of the provider fills users by its own rules');
  if (config.principalType && config.principalType !== 'SUBJECT')
    yield lose(`users by ${config.principalType}`, 'users are known by the name ID of the response');
}

/** The mail server and the identity providers of a realm. */
export function* readProviders(plan: Plan): Iterable<Item> {
  yield* readMail(plan);
  for (const mapped of plan.providers.values()) yield* readProvider(plan, mapped);
  const all = plan.realm.identityProviders.toSorted((a, b) => byText(a.alias, b.alias));
  for (const { alias, providerId } of all.filter((each) => !plan.providers.has(each.alias)))
    yield plan.lose(
      ...(['identity provider', alias, `the whole provider, of type ${providerId}`] as const),
      'no type of provider fits; add one by hand if users need it',
    );
}
