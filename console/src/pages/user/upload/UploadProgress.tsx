import { Progress, Spinner } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

/** How much of the file has gone; then the server works, which takes it a minute for many passwords. */
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
