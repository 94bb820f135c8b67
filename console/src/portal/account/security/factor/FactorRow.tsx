import { Button } from '../../../frame/Button.tsx';
import { t } from '../../../words.ts';
import { momentText } from '../../moment.ts';
import { words } from './factor-words.ts';
import type { Factor } from './use-factors.ts';

interface Props extends Factor {
  isBusy: boolean;
  remove: (() => void) | undefined;
}

/** One second factor of the user. */
export function FactorRow({ type, createdTime, usedTime, isBusy, remove }: Props) {
  const word = words.find((each) => each.type === type)?.name;
  const name = word ? t(word) : type;
  return (
    <li>
      <div className="what">
        <strong>{name}</strong>
        <small>{t('factorSince', { time: momentText(createdTime) })}</small>
        <small>{usedTime ? t('factorUsed', { time: momentText(usedTime) }) : t('factorUnused')}</small>
      </div>
      {remove && (
        <Button look="danger" isBusy={isBusy} aria-label={`${t('factorRemove')}: ${name}`} onClick={remove}>
          {t('factorRemove')}
        </Button>
      )}
    </li>
  );
}
