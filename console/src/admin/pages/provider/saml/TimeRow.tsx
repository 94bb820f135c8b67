import { DescriptionListDescription, DescriptionListGroup, DescriptionListTerm } from '@patternfly/react-core';
import { Time } from '../../../ui/Time.tsx';

/** A time with its label, if there is one. */
export const TimeRow = ({ label, moment }: { label: string; moment: string }) =>
  moment && (
    <DescriptionListGroup>
      <DescriptionListTerm>{label}</DescriptionListTerm>
      <DescriptionListDescription>
        <Time moment={moment} />
      </DescriptionListDescription>
    </DescriptionListGroup>
  );
