import { Button } from '@patternfly/react-core';
import { downloadText } from '../../browser/copy-and-download.ts';
import type { ControlProps } from '../../fields/control.ts';
import { PemControl } from '../../fields/PemControl.tsx';
import { useTranslation } from '../../words/use-translation.ts';

/** A certificate, with a button to download it. */
export function CertificateControl(props: ControlProps<string>) {
  const { t } = useTranslation('editor');
  return (
    <>
      <PemControl {...props} />
      {props.value && (
        <Button variant="link" size="sm" onClick={() => downloadText('token_jwt_key.pem', props.value)}>
          {t('downloadCertificate')}
        </Button>
      )}
    </>
  );
}
