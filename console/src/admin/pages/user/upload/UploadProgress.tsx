import { Progress, Spinner } from '@patternfly/react-core';
import { useTranslation } from '../../../words/use-translation.ts';

/** The progress of the upload, then of the server's work, which takes up to a minute for many passwords. */
export function UploadProgress({ name, share }: { name: string; share: number }) {
  const { t } = useTranslation('users');
  return (
    <div role="status">
      <Progress
        value={Math.round(share * 100)}
        title={t('uploading')}
        aria-label={t('uploading')}
        helperText={name}
        measureLocation="outside"
      />
      {share >= 1 && (
        <p>
          <Spinner isInline aria-label={t('common:loading')} /> {t('processing')}
        </p>
      )}
    </div>
  );
}
