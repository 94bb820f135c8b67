import { TabTitleIcon, TabTitleText } from '@patternfly/react-core';
import { ExclamationCircleIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  isCurrent: boolean;
  hasErrors: boolean;
  children: ReactNode;
}

/** The name of a tab, with a mark if a field of it has an error. The current one is in sight, also where the bar scrolls. */
export function TabName({ isCurrent, hasErrors, children }: Props) {
  const name = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isCurrent) name.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isCurrent]);
  return (
    <>
      {hasErrors && (
        <TabTitleIcon className="tab-error">
          <ExclamationCircleIcon />
        </TabTitleIcon>
      )}
      <TabTitleText ref={name}>{children}</TabTitleText>
    </>
  );
}
