import { Button } from '../../../frame/Button.tsx';
import { t } from '../../../words.ts';
import { words } from './factor-words.ts';

interface Props {
  types: readonly string[];
  /** The action that runs. */
  busy: string;
  begin: (type: string) => void;
}

/** One button for each second factor that the user can set up. */
export const AddFactor = ({ types, busy, begin }: Props) => (
  <div className="actions">
    {words
      .filter(({ type }) => types.includes(type))
      .map(({ type, add }) => (
        <Button key={type} look="secondary" isBusy={busy === type} onClick={() => begin(type)}>
          {t(add)}
        </Button>
      ))}
  </div>
);
