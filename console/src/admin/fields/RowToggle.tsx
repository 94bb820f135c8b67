import { Button, Icon } from '@patternfly/react-core';
import { AngleDownIcon } from '@patternfly/react-icons/dist/esm/icons/angle-down-icon';
import { AngleRightIcon } from '@patternfly/react-icons/dist/esm/icons/angle-right-icon';
import { ExclamationCircleIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  id: string;
  name: string;
  /** Counted from 1. */
  place: number;
  isOpen: boolean;
  /** The row has an error. */
  isWrong: boolean;
  onToggle: () => void;
}

/** The name of a row, which opens and closes its form. */
export function RowToggle({ id, name, place, isOpen, isWrong, onToggle }: Props) {
  const { t } = useTranslation('editor');
  return (
    <>
      <Button
        id={id}
        variant="link"
        isInline
        icon={isOpen ? <AngleDownIcon /> : <AngleRightIcon className="mirrored" />}
        aria-expanded={isOpen}
        {...(isOpen && { 'aria-controls': `${id}-form` })}
        aria-label={`${t('common:edit')} ${place}: ${name}`}
        onClick={onToggle}
      >
        {name}
      </Button>
      {isWrong && (
        <Icon status="danger" isInline className="row-wrong">
          <ExclamationCircleIcon title={t('status.error')} />
        </Icon>
      )}
    </>
  );
}
