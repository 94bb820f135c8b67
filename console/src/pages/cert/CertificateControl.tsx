import { ActionList, ActionListItem, Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../browser/copy-and-download.ts';
import type { ControlProps } from '../../fields/control.ts';
import { TextAreaControl } from '../../fields/TextAreaControl.tsx';
import { useCopy } from '../../ui/use-copy.ts';

/** A certificate, with buttons to copy and download it. */
export function CertificateControl(props: ControlProps<string>) {
  const { t } = useTranslation('editor');
  const copy = useCopy();
  return (
    <>
      <TextAreaControl {...props} />
      {props.value && (
        <ActionList className="below">
          <ActionListItem>
            <Button variant="secondary" size="sm" onClick={() => void copy(props.value, t('certificateCopied'))}>
              {t('copyCertificate')}
            </Button>
          </ActionListItem>
          <ActionListItem>
            <Button variant="secondary" size="sm" onClick={() => downloadText('token_jwt_key.pem', props.value)}>
              {t('downloadCertificate')}
            </Button>
          </ActionListItem>
        </ActionList>
      )}
    </>
  );
}
