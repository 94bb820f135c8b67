import type { Row } from '@doorwright/crds';
import { recipientFields } from '@doorwright/crds/invoice/recipient.ts';
import {
  Button,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
  Modal,
  ModalBody,
  ModalFooter,
} from '@patternfly/react-core';
import { Alert } from '../../../ui/Alert.tsx';
import { DialogHeader } from '../../../ui/DialogHeader.tsx';
import { regionName } from '../../../words/region-name.ts';
import { useTranslation } from '../../../words/use-translation.ts';

interface Props {
  /** The data in the form. */
  typed: Row;
  isBusy: boolean;
  onIssue: () => void;
  onClose: () => void;
}

/** Shows all data of the invoice once more, because nobody can change it afterwards. */
export function IssueDialog({ typed, isBusy, onIssue, onClose }: Props) {
  const { t, language } = useTranslation(['invoices', 'payment', 'choices']);
  const textOf = (field: string): string => {
    const value = String(typed[field] ?? '');
    if (field === 'invoiceCountry') return regionName(value || 'CN', language);
    return field === 'invoiceType' ? t(`invoices:types.${value}`) : value;
  };
  const rows = recipientFields.map((field) => ({ field, text: textOf(field) })).filter(({ text }) => text !== '');
  return (
    <Modal isOpen variant="small" onClose={onClose} aria-label={t('invoices:confirm')}>
      <DialogHeader title={t('invoices:confirm')} />
      <ModalBody>
        <Alert isInline variant="warning" title={t('invoices:warning')} />
        <DescriptionList isHorizontal isCompact className="below">
          {rows.map(({ field, text }) => (
            <DescriptionListGroup key={field}>
              <DescriptionListTerm>{t(`payment:fields.${field}`)}</DescriptionListTerm>
              <DescriptionListDescription>{text}</DescriptionListDescription>
            </DescriptionListGroup>
          ))}
        </DescriptionList>
      </ModalBody>
      <ModalFooter>
        <Button isLoading={isBusy} isDisabled={isBusy} onClick={onIssue}>
          {t('invoices:issue')}
        </Button>
        <Button variant="link" onClick={onClose}>
          {t('invoices:cancel')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
