import { Progress, Spinner } from '@patternfly/react-core';
import { useTranslation } from '../../../words/use-translation.ts';

/** The progress of the upload, then of the server's work, which takes up to a minute for many passwords. */
export function UploadProgress({ name, share, isPreview }: { name: string; share: number; isPreview: boolean }) {
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
          <Spinner isInline aria-label={t('common:loading')} /> {t(isPreview ? 'preview.processing' : 'processing')}
        </p>
      )}
    </div>
  );
}
