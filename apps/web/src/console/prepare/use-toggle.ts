/** A state that a button switches on and off. */
import { useState } from 'react';

export interface Toggle {
  isOn: boolean;
  switch: () => void;
}

export function useToggle(isOnAtFirst: boolean): Toggle {
  const [isOn, setOn] = useState(isOnAtFirst);
  return { isOn, switch: () => setOn(!isOn) };
}
