// Types of events of form fields, for handlers in templates, which TypeScript does not check.

interface Field {
  value: string;
  checked: boolean;
  selectedIndex: number;
  /** Of a `details` element. */
  open: boolean;
}

/** An event of an input, select or details element. */
export interface FieldEvent extends Event {
  target: EventTarget & Field;
  currentTarget: EventTarget & Field;
}
