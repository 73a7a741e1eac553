/** Tools written by hand; a generated toolkit is registered in the same way. */
import { defineTool, type Toolkit } from "toolgen/tool";

interface Order {
  readonly id: number;
  readonly customer: string;
  readonly item: string;
  readonly parcel?: string;
}

export function shop(): Toolkit {
  const orders: Order[] = [
    { id: 1, customer: "Ann", item: "tea" },
    { id: 2, customer: "Ann", item: "pot", parcel: "P-7" },
    { id: 3, customer: "Bob", item: "coffee" },
  ];
  return {
    name: "shop",
    quota: { limit: 2, interval: 2_000 },
    tools: {
      find_orders: defineTool<{ customer: string }, Order[]>({
        name: "find_orders",
        description: "Find the orders of a customer.",
        effect: "read",
        input: {
          type: "object",
          additionalProperties: false,
          properties: { customer: { type: "string", description: "First name." } },
          required: ["customer"],
        },
        run: ({ customer }) => orders.filter((order) => order.customer === customer),
      }),
      cancel_order: defineTool<{ id: number; reason?: string }, { cancelled: number }>({
        name: "cancel_order",
        description: "Cancel an order. This cannot be undone.",
        effect: "irreversible",
        input: {
          type: "object",
          additionalProperties: false,
          properties: { id: { type: "integer" }, reason: { type: "string" } },
          required: ["id"],
        },
        run: ({ id }) => {
          const at = orders.findIndex((order) => order.id === id);
          if (at < 0) throw new Error(`There is no order ${id}.`);
          orders.splice(at, 1);
          return { cancelled: id };
        },
      }),
    },
  };
}
