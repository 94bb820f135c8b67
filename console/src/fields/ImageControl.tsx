import { Flex, FlexItem } from '@patternfly/react-core';
import type { ControlProps } from './control.ts';
import { TextControl } from './TextControl.tsx';

/** The address of an image, with a preview. */
export function ImageControl(props: ControlProps<string>) {
  return (
    <Flex direction={{ default: 'column' }} gap={{ default: 'gapSm' }}>
      <FlexItem>
        <TextControl {...props} />
      </FlexItem>
      {props.value && (
        <FlexItem>
          <img key={props.value} src={props.value} alt="" className="preview" />
        </FlexItem>
      )}
    </Flex>
  );
}
