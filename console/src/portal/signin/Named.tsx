import { Button } from '../frame/Button.tsx';
import { t } from '../words.ts';

/** The user of a form that asked for them first. Password managers still find the name beside the password. */
export const Named = ({ username, onChange }: { username: string; onChange: () => void }) => (
  <div className="named">
    <span>{username}</span>
    <input
      className="unseen"
      name="named"
      autoComplete="username"
      value={username}
      tabIndex={-1}
      readOnly
      aria-hidden
    />
    <Button look="link" onClick={onChange}>
      {t('notYou')}
    </Button>
  </div>
);
