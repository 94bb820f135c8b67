import { application } from '@doorwright/crds/kinds/application.ts';
import type { Item } from '../contract.ts';
import { type Losses, lossesOf, quoted } from '../reading/losses.ts';
import { clientRules } from './client-rules.ts';
import { type Original, textsOf } from './original.ts';
import { redirectsOf } from './redirects.ts';
import { providerItemsOf, signinMethodsOf, signupItemsOf } from './sign-in-rules.ts';
import { platform, type Survey } from './survey.ts';
import { nameUnread, takeFields } from './take-fields.ts';

/** The console of Casdoor. The console here has its own. */
const ownApplication = 'app-built-in';

const except = [
  ...[
    'organization',
    'cert',
    'redirectUris',
    'grantTypes',
    'tokenFormat',
    'providers',
    'signupItems',
    'samlAttributes',
  ],
];

/** The look of pages, and choices that the pages here do not have. */
const ofPages = ['signinItems', 'themeData', 'formCss', 'formCssMobile', 'formOffset', 'formSideHtml', 'headerHtml'];

/** Settings that keep people out. Without them, more people can sign in. */
function nameOpened(original: Original, losses: Losses): void {
  const tags = textsOf(original, 'tags');
  if (tags.length > 0)
    losses.add(
      `the limit to the tags ${quoted(tags)}`,
      'All users of the organization can sign in. Use a role instead.',
    );
  if (original.text('ipWhitelist'))
    losses.add(
      'the limit to some IP addresses',
      'Requests from all addresses are taken. Limit them in front of the server.',
    );
}

const reasonToLeave = (name: string, organization: string): string =>
  organization === '' || organization === platform
    ? 'It belongs to the platform. Name an organization for it (--organization).'
    : `There is no organization "${organization}" for "${name}".`;

function applicationItems(original: Original, survey: Survey): Item[] {
  const [name, organization] = [original.text('name'), original.text('organization')];
  if (name === ownApplication) return [];
  const losses = lossesOf(`application "${name}"`);
  const owner = survey.organizationOf(organization);
  if (!owner) return [{ from: losses.from, lost: 'the application', why: reasonToLeave(name, organization) }];
  if (!survey.claim('application', 'admin', name))
    return [{ from: losses.from, lost: 'the application', why: 'Another application has the same name.' }];
  const fields = {
    ...{ owner: 'admin', name, organization: owner },
    ...takeFields({ described: application.described, original, losses, except }),
    ...redirectsOf(original, losses),
    ...clientRules(original, survey, losses),
    ...signinMethodsOf(original, losses),
    ...signupItemsOf(original, losses),
    ...providerItemsOf(original, survey, losses),
    ...(original.flag('disableSignin') && { isEnabled: false }),
  };
  nameOpened(original, losses);
  nameUnread(original, losses, ofPages);
  return [{ kind: 'application', from: losses.from, fields }, ...losses.all];
}

/** Casdoor keeps no list of the programs that use these protocols, and asks the secrets of applications for nothing more. */
const ofAll = (names: readonly string[]): Item[] =>
  names.length === 0
    ? []
    : [
        {
          from: `${names.length} applications`,
          lost: 'their services of SAML and CAS',
          why: 'Casdoor keeps no list of them and answers all. Here each service is registered in its application.',
        },
        {
          from: `${names.length} applications`,
          lost: 'the rights of their client secrets over other organizations',
          why: 'In Casdoor each secret administers everything. Here it administers the organization of the application. Where a program only signs people in, set the API access to read-account.',
        },
      ];

export function applicationsOf(survey: Survey): Item[] {
  const items = survey.all.application.flatMap((original) => applicationItems(original, survey));
  const names = items.flatMap((item) => ('fields' in item ? String(item.fields.name) : []));
  return [...items, ...ofAll(names)];
}
