import {
  Card,
  CardBody,
  CardTitle,
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from '@patternfly/react-core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  facts: readonly { term: string; text: ReactNode }[];
}

/** A card of facts. */
export const Facts = ({ title, facts }: Props) => (
  <Card isCompact component="section" aria-label={title}>
    <CardTitle component="h2">{title}</CardTitle>
    <CardBody>
      <DescriptionList isHorizontal isCompact aria-label={title}>
        {facts.map(({ term, text }) => (
          <DescriptionListGroup key={term}>
            <DescriptionListTerm>{term}</DescriptionListTerm>
            <DescriptionListDescription>
              <div className="dossier-fact">{text}</div>
            </DescriptionListDescription>
          </DescriptionListGroup>
        ))}
      </DescriptionList>
    </CardBody>
  </Card>
);
