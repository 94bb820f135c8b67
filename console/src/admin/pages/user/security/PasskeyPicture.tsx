import { type PasskeyFamily, passkeyPictures } from '../../../../shared/passkey-pictures.ts';
import { useTranslation } from '../../../words/use-translation.ts';

/** What keeps a passkey, drawn. */
export function PasskeyPicture({ family }: { family: PasskeyFamily }) {
  const { t } = useTranslation('users');
  return (
    <svg
      {...{ width: 20, height: 20, viewBox: '0 0 24 24' }}
      {...{ fill: 'none', stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' }}
      role="img"
      aria-label={t(`passkeyFamilies.${family}`)}
    >
      <path d={passkeyPictures[family]} />
    </svg>
  );
}
