/** On a phone the label is above its address, because there is no room beside it. */
export const asRoomAllows = {
  orientation: { default: 'vertical', md: 'horizontal' },
  horizontalTermWidthModifier: { default: '18ch' },
} as const;
