import './profile.css';
import { Fragment } from 'react';
import { Alert } from '../../frame/Alert.tsx';
import { Button } from '../../frame/Button.tsx';
import { said, t } from '../../words.ts';
import { AvatarPanel } from '../avatar/AvatarPanel.tsx';
import { Contact } from '../contact/Contact.tsx';
import { Fixed } from '../Fixed.tsx';
import { isShown, mayChange } from '../own-account.ts';
import type { SectionProps } from '../section.ts';
import { fixedText } from './fixed-text.ts';
import { ProfileInput } from './ProfileInput.tsx';
import { type ProfileField, profileFields } from './profile-fields.ts';
import { useProfileForm } from './use-profile-form.ts';

/** Facts about the account that no user changes here. */
const facts = ['Organization', 'Signup application', 'Roles', 'Permissions'] as const;
const factLabels = {
  Organization: 'accountOrganization',
  'Signup application': 'accountSignUpAt',
  Roles: 'accountRoles',
  Permissions: 'accountPermissions',
} as const;

const isFact = (name: string): name is (typeof facts)[number] => (facts as readonly string[]).includes(name);

/** Users who may not change the parts of their name see those that they have. */
const isWorth = ({ name }: ProfileField, value: string, isOpen: boolean) =>
  isOpen || value !== '' || !['firstName', 'lastName'].includes(name);

/** The account items of the organization, in its order: as fields where the user may change them, as text elsewhere. */
export function Profile(props: SectionProps) {
  const { account } = props;
  const form = useProfileForm(props);
  const isOpen = account.items.some(({ name }) => name in profileFields && mayChange(account, name));
  return (
    <>
      {isShown(account, 'Avatar') && <AvatarPanel {...props} />}
      <section className="panel" aria-label={t('accountDetails')}>
        <h2>{t('accountDetails')}</h2>
        <form noValidate onSubmit={(event) => void form.save(event)}>
          <Alert>{said(form.failure)}</Alert>
          {account.items.map(({ name }) => (
            <Fragment key={name}>
              {isFact(name) && <Fixed label={t(factLabels[name])}>{fixedText(account, name)}</Fixed>}
              {name === 'Email' && <Contact type="email" {...props} />}
              {name === 'Phone' && <Contact type="phone" {...props} />}
              {profileFields[name]
                ?.filter((field) => isWorth(field, form.textIn(field.name), mayChange(account, name)))
                .map((field) =>
                  mayChange(account, name) ? (
                    <ProfileInput
                      key={field.name}
                      account={account}
                      field={field}
                      value={form.textIn(field.name)}
                      problem={form.problems[field.name]}
                      onChange={(value) => form.change(field.name, value)}
                    />
                  ) : (
                    <Fixed key={field.name} label={t(field.label)}>
                      {fixedText(account, field.name, field)}
                    </Fixed>
                  ),
                )}
            </Fragment>
          ))}
          {isOpen && (
            <Button type="submit" isBusy={form.isBusy} disabled={!form.isChanged}>
              {t('accountSave')}
            </Button>
          )}
        </form>
      </section>
    </>
  );
}
