export const viewRules = ['Public', 'Self', 'Admin'] as const;
export const modifyRules = ['Self', 'Admin', 'Immutable'] as const;

export const accountItemNames = [
  'Organization',
  'ID',
  'Name',
  'Display name',
  'Real name',
  'Avatar',
  'User type',
  'Password',
  'Email',
  'Phone',
  'Country/Region',
  'Location',
  'Address',
  'Affiliation',
  'Title',
  'Homepage',
  'Bio',
  'Birthday',
  'Language',
  'Time zone',
  'Tag',
  'Signup application',
  'Roles',
  'Permissions',
  '3rd-party logins',
  'Properties',
  'Is admin',
  'Is global admin',
  'Is forbidden',
  'Is deleted',
  'WebAuthn credentials',
] as const;

/** Who sees and changes one part of a user's page. */
export interface AccountItem {
  name: (typeof accountItemNames)[number];
  visible: boolean;
  viewRule: (typeof viewRules)[number];
  modifyRule: (typeof modifyRules)[number];
}

const ruled = (
  viewRule: AccountItem['viewRule'],
  modifyRule: AccountItem['modifyRule'],
  names: readonly AccountItem['name'][],
  visible = true,
) => names.map((name) => ({ name, visible, viewRule, modifyRule }));

/** The account items of a new organization, in the order of the account page. */
export const defaultAccountItems: AccountItem[] = [
  ...ruled('Public', 'Admin', ['Organization']),
  ...ruled('Public', 'Immutable', ['ID']),
  ...ruled('Public', 'Admin', ['Name']),
  ...ruled('Public', 'Self', ['Display name']),
  ...ruled('Self', 'Admin', ['Real name']),
  ...ruled('Public', 'Self', ['Avatar']),
  ...ruled('Public', 'Admin', ['User type']),
  ...ruled('Self', 'Self', ['Password']),
  // Users sign in and recover with their address, so only they see it unless the organization changes that.
  ...ruled('Self', 'Self', ['Email', 'Phone']),
  ...ruled('Public', 'Self', ['Country/Region', 'Location', 'Affiliation', 'Title', 'Homepage', 'Bio']),
  ...ruled('Self', 'Self', ['Address', 'Birthday', 'Language', 'Time zone']),
  ...ruled('Public', 'Admin', ['Tag', 'Signup application']),
  ...ruled('Public', 'Immutable', ['Roles', 'Permissions']),
  ...ruled('Self', 'Self', ['3rd-party logins']),
  ...ruled('Admin', 'Admin', ['Properties'], false),
  ...ruled('Admin', 'Admin', ['Is admin', 'Is global admin', 'Is forbidden', 'Is deleted']),
  ...ruled('Self', 'Self', ['WebAuthn credentials']),
];

/** Items that were part of another one. In an organization that does not list them, its rule still decides about changes. */
const splitItems = { Address: 'Location', Birthday: 'Display name', Language: 'Display name' } as const;

/**
 * Items that apply to older organizations without them. Users cannot change facts from their identity documents. Only they and
 * administrators see the others.
 */
export function impliedAccountItems(items: readonly AccountItem[]): AccountItem[] {
  const split = Object.entries(splitItems).flatMap(([name, from]) => {
    const whole = items.find((each) => each.name === from);
    return whole ? [{ ...whole, name, viewRule: whole.viewRule === 'Admin' ? 'Admin' : 'Self' } as AccountItem] : [];
  });
  const implied = [...ruled('Self', 'Admin', ['Real name']), ...split, ...ruled('Self', 'Self', ['Time zone'])];
  return implied.filter(({ name }) => !items.some((each) => each.name === name));
}
