import type { Kind } from '@doorwright/crds';
import { useAccount } from '../session/account.ts';
import { mayUnseal } from '../session/sealed.ts';
import { Alert } from '../ui/Alert.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';

/** Says why an object is sealed and who can still change it. */
export function SealedNote({ kind }: { kind: Kind }) {
  const { t } = useTranslation('editor');
  const words = useKindWords(kind);
  const title = t('sealed.title', { field: words.field(kind.sealedBy ?? '') });
  return (
    <Alert isInline variant="info" className="managed" title={title}>
      {t(mayUnseal(useAccount()) ? 'sealed.asks' : 'sealed.readOnly')}
    </Alert>
  );
}
