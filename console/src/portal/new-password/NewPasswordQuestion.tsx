import type { DuePassword } from '../attempt/due-password.ts';
import type { SigningIn } from '../attempt/use-sign-in.ts';
import { Alert } from '../frame/Alert.tsx';
import { Door } from '../frame/Door.tsx';
import type { PageProps } from '../page.ts';
import { t } from '../words.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';

interface Props extends PageProps {
  asked: DuePassword;
  signing: SigningIn;
}

/** Asks for a new password in the middle of a sign-in. */
export function NewPasswordQuestion({ application, organization, asked: { data }, signing }: Props) {
  const { isBusy, failure, enter, clear, oldPassword } = signing;
  const lead = t(data.reason === 'expired' ? 'passwordExpired' : 'passwordDue');
  return (
    <Door application={application} organization={organization} title={t('choosePassword')} lead={lead}>
      <Alert>{failure}</Alert>
      <NewPasswordForm
        username={data.name}
        organization={organization}
        isBusy={isBusy}
        clear={clear}
        send={(newPassword) =>
          enter({}, { ...(data.reason === 'expired' && oldPassword && { oldPassword }), newPassword })
        }
      />
    </Door>
  );
}
