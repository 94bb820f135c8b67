import { ActionList, ActionListGroup, ActionListItem, Button } from '@patternfly/react-core';
import { useTranslation } from 'react-i18next';

interface Props {
  isBusy: boolean;
  isReadOnly: boolean;
  onSave: () => void;
  onSaveAndExit: () => void;
  /** Only what is being added can be given up. */
  onCancel?: () => void;
}

export function EditorButtons({ isBusy, isReadOnly, onSave, onSaveAndExit, onCancel }: Props) {
  const { t } = useTranslation();
  if (isReadOnly) return null;
  return (
    <ActionList>
      <ActionListGroup>
        <ActionListItem>
          <Button variant="secondary" isDisabled={isBusy} onClick={onSave}>
            {t('save')}
          </Button>
        </ActionListItem>
        <ActionListItem>
          <Button isDisabled={isBusy} onClick={onSaveAndExit}>
            {t('saveAndExit')}
          </Button>
        </ActionListItem>
        {onCancel && (
          <ActionListItem>
            <Button variant="link" isDisabled={isBusy} onClick={onCancel}>
              {t('cancel')}
            </Button>
          </ActionListItem>
        )}
      </ActionListGroup>
    </ActionList>
  );
}
