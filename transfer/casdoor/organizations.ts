import { organization } from '@doorwright/crds/kinds/organization.ts';
import type { ImportedObject, Item, Loss } from '../contract.ts';
import { type Losses, lossesOf, quoted } from '../reading/losses.ts';
import { accountItemsOf } from './account-items.ts';
import { organizationRules } from './organization-rules.ts';
import type { Original } from './original.ts';
import { readablePrivateKey } from './private-key.ts';
import { platform, type Survey } from './survey.ts';
import { nameUnread, takeFields } from './take-fields.ts';

const rule = ['masterPassword', 'defaultApplication', 'accountItems', 'phonePrefix', 'passwordLength', 'passwordDays'];

/** Texts and choices of Casdoor's pages, which say nothing about people and their rights. */
const ofPages = ['languages', 'themeData', 'navItems', 'widgetItems', 'enableTour', 'logo', 'logoDark', 'userTypes'];

function nameLost(original: Original, losses: Losses): void {
  if (original.text('masterPassword'))
    losses.add(
      'the master password',
      'It opens every account, so it is never taken. Set a new one if support needs it.',
    );
  const application = original.text('defaultApplication');
  if (application)
    losses.add(
      `default application "${application}"`,
      'Applications come after their organization. Choose it in the organization afterwards.',
    );
  nameUnread(original, losses, ofPages);
}

/** The pair with which the applications of the organization signed SAML: there it is their cert. */
function samlKeyOf(name: string, { all, organizationOf }: Survey, losses: Losses): ImportedObject['samlKey'] {
  const applications = all.application.filter((each) => organizationOf(each.text('organization')) === name);
  const names = new Set(applications.map((each) => each.text('cert') || 'cert-built-in'));
  const certs = all.cert.filter((each) => names.has(each.text('name')) && each.text('privateKey'));
  if (certs.length > 1)
    losses.add(
      'the keys of SAML',
      `The applications of Casdoor signed with the certs ${quoted(certs.map((each) => each.text('name')))}. Here an organization has one key for SAML. Give its metadata to each service provider.`,
    );
  const [only] = certs.length === 1 ? certs : [];
  const certificate = only?.text('certificate') ?? '';
  const privateKey = readablePrivateKey(only?.text('privateKey') ?? '');
  return certificate && privateKey ? { certificate, privateKey } : undefined;
}

function organizationItems(original: Original, name: string, survey: Survey): Item[] {
  const losses = lossesOf(`organization "${original.text('name')}"`);
  const fields = takeFields({ described: organization.described, original, losses, except: rule });
  const rules = organizationRules(original, losses);
  const accountItems = accountItemsOf(original, losses);
  nameLost(original, losses);
  const samlKey = samlKeyOf(name, survey, losses);
  survey.claim('organization', 'admin', name);
  return [
    {
      kind: 'organization',
      from: losses.from,
      fields: { owner: 'admin', name, ...fields, ...rules, ...(accountItems.length > 0 && { accountItems }) },
      ...(samlKey && { samlKey }),
    },
    ...losses.all,
  ];
}

const builtInLoss: Loss = {
  from: `organization "${platform}"`,
  lost: 'its people, groups, roles, models, permissions and applications',
  why: 'Its people administer the whole installation, here as there. Import them into an organization that you name (--organization), and make administrators here.',
};

/** All settings go to the organization that takes everything, if only one organization has settings. */
function intoOne(name: string, survey: Survey): Item[] {
  const { organization: all } = survey.all;
  const others = all.filter((each) => each.text('name') !== platform);
  const chosen = others.length > 0 ? others : all;
  if (chosen.length === 1 && chosen[0]) return organizationItems(chosen[0], name, survey);
  const from = `${chosen.length} organizations`;
  const why = `They become one organization, "${name}", which has its own settings.`;
  survey.claim('organization', 'admin', name);
  return [
    { kind: 'organization', from, fields: { owner: 'admin', name, displayName: name } },
    { from, lost: 'their settings', why },
  ];
}

export function organizationsOf(survey: Survey): Item[] {
  if (survey.only) return intoOne(survey.only, survey);
  const own = survey.all.organization.filter((each) => each.text('name') !== platform);
  const items = own.flatMap((each) => organizationItems(each, each.text('name'), survey));
  return own.length < survey.all.organization.length ? [...items, builtInLoss] : items;
}
