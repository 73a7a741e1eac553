/** A schema with what makes selections and variables hard. */
export const SHOP = `
  scalar DateTime scalar JSON scalar BigInt scalar Upload scalar Odd scalar JSONObject
  enum Status { OPEN CLOSED }
  interface Node { id: ID! }
  type Query {
    node(id: ID!): Node
    shop: Shop!
    products(first: Int, after: String, last: Int, filter: Filter, status: [Status!] = [OPEN], size: Int! = 3): ProductConnection!
    search(text: String!): [Result!]!
    count: Int!
    matrix: [[Float]]
    _under(_from: Int): String
  }
  type Mutation {
    addProduct(input: ProductInput!, photo: Upload): AddProduct
    move(to: Target!): Boolean!
    deleteProduct(id: ID!): DeleteProduct!
  }
  type Shop implements Node { id: ID! name: String openSince: DateTime settings: JSON more: JSONObject odd: Odd visits: BigInt owner: Person }
  type Product implements Node { id: ID! title: String! price: Float length: Int! tags: [String!] related(first: Int!): [Product] maker: Person similar: [Product!] }
  type Person implements Node { id: ID! name: String length: String friends: PersonConnection }
  type PersonConnection { nodes: [Person] pageInfo: PageInfo! totalCount: Int! }
  type ProductConnection { edges: [ProductEdge] pageInfo: PageInfo! totalCount: Int! }
  type ProductEdge { cursor: String! node: Product }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  union Result = Product | Person | Shop
  input Filter { and: [Filter!] or: [Filter!] not: Filter title: TextFilter since: DateTime, status: Status, _eq: String }
  input TextFilter { eq: String in: [String!] }
  input ProductInput { title: String! = "untitled" price: Float photos: [Upload!] meta: JSON big: BigInt nested: [[Int!]!] }
  input Target @oneOf { shelf: Int person: ID deeper: TextFilter }
  type AddProduct { product: Product userErrors: [UserError!]! clientMutationId: String }
  type DeleteProduct { deletedId: ID userErrors: [UserError!]! }
  type UserError { message: String! path: [String!] }
`;
